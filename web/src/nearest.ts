// Finds the name that was probably meant by one that isn't known, by the same measure as Python's "Did you mean".

const MOST_NAMES = 750;
const MOST_LENGTH = 40;

/** Return the known name nearest to `name`, the first of several; empty if none is near, or `name` is a single letter. */
export function findNearest(name: string, known: Iterable<string>): string {
  if (name.length < 2 || name.length > MOST_LENGTH) {
    return "";
  }
  let nearest = "";
  let least = Infinity;
  let seen = 0;
  for (const other of known) {
    seen += 1;
    if (seen > MOST_NAMES) {
      break;
    }
    // An edit for each six letters of both together, and half an edit more.
    const most = (name.length + other.length + 3) / 6;
    if (other !== name && Math.abs(other.length - name.length) <= most) {
      const edits = countEdits(name, other);
      if (edits <= most && edits < least) {
        [nearest, least] = [other, edits];
      }
    }
  }
  return nearest;
}

/** Return how many letters must be inserted, deleted, replaced or swapped with the next; another case is half an edit. */
function countEdits(one: string, other: string): number {
  let [before, last] = [new Array<number>(), Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const [a, b] = [one[row - 1]!, other[column - 1]!];
      const replaced = last[column - 1]! + (a === b ? 0 : a.toLowerCase() === b.toLowerCase() ? 0.5 : 1);
      let edits = Math.min(replaced, last[column]! + 1, current[column - 1]! + 1);
      if (row > 1 && column > 1 && a === other[column - 2] && b === one[row - 2]) {
        edits = Math.min(edits, before[column - 2]! + 1);
      }
      current.push(edits);
    }
    [before, last] = [last, current];
  }
  return last[other.length]!;
}
