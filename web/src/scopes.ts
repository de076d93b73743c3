// Finds undefined names in a Python program while it is typed.
//
// There must be no false positives, so it is lenient: a name counts as defined if its scope, or an enclosing one, binds
// it anywhere, before or after its use. If names can come from elsewhere, through a star import or `exec`, none is
// reported.

import type { SyntaxNode, Tree } from "@lezer/common";

import { BUILTINS } from "./builtins.js";
import { findNearest } from "./nearest.js";
import { findBroken, type Problem } from "./syntax.js";

interface Scope {
  readonly names: Set<string>;
  readonly parent: Scope | null;
  readonly kind: "module" | "function" | "class" | "comprehension";
}

interface Use {
  readonly node: SyntaxNode;
  readonly scope: Scope;
}

const MOST_NODES = 60_000;
const MOST_PROBLEMS = 20;
const LITERALS = new Set(["TupleExpression", "ArrayExpression", "ParenthesizedExpression"]);
/** Functions with which a program can define names that aren't visible in its text. */
const MAKERS = new Set(["globals", "locals", "vars", "exec", "__import__"]);

/** Return the problems in a program: one syntax error or, if there is none, all undefined names. */
export function findProblems(tree: Tree, text: string): Problem[] {
  const broken = findBroken(tree, text);
  if (broken !== undefined) {
    return broken === null ? [] : [broken];
  }
  const reader = new Reader(text);
  reader.read(tree.topNode);
  return reader.findUndefined();
}

/** Collects the names that each scope binds, and each use of a name. */
class Reader {
  readonly #text: string;
  readonly #module: Scope = { names: new Set(), parent: null, kind: "module" };
  readonly #uses: Use[] = [];
  #star = false;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(top: SyntaxNode): void {
    this.#visitAll(top, this.#module);
  }

  findUndefined(): Problem[] {
    if (this.#star || this.#nodes > MOST_NODES) {
      return [];
    }
    const found: Problem[] = [];
    for (const { node, scope } of this.#uses) {
      const name = this.#word(node);
      if (!BUILTINS.has(name) && !isBound(name, scope) && found.length < MOST_PROBLEMS) {
        found.push({ kind: "undefinedName", from: node.from, to: node.to, name, nearest: findNearest(name, listVisible(scope)) });
      }
    }
    return found;
  }

  #word(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }

  #bind(node: SyntaxNode, scope: Scope): void {
    scope.names.add(this.#word(node));
  }

  #visitAll(parent: SyntaxNode, scope: Scope): void {
    for (const child of children(parent)) {
      this.#visit(child, scope);
    }
  }

  #visit(node: SyntaxNode, scope: Scope): void {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) {
      return;
    }
    switch (node.name) {
      case "VariableName":
        this.#uses.push({ node, scope });
        this.#star ||= MAKERS.has(this.#word(node));
        return;
      case "FunctionDefinition":
      case "ClassDefinition":
        this.#define(node, scope);
        return;
      case "LambdaExpression":
        this.#visitAll(node, open(scope, "function"));
        return;
      case "ParamList":
        this.#readParameters(node, scope);
        return;
      case "ImportStatement":
        this.#readImport(node, scope);
        return;
      case "ScopeStatement":
        for (const child of children(node)) {
          if (child.name === "VariableName" && node.firstChild?.name === "global") {
            this.#bind(child, this.#module);
          }
        }
        return;
      case "NamedExpression":
        this.#bindTarget(node.firstChild!, around(scope));
        this.#visitAfter(node, 1, scope);
        return;
      case "AssignStatement":
        this.#readAssignment(node, scope);
        return;
      case "UpdateStatement":
        this.#bindTarget(node.firstChild!, scope);
        this.#visitAfter(node, 1, scope);
        return;
      case "ForStatement":
        this.#readBetween(node, scope, "for", "in");
        return;
      case "ArrayComprehensionExpression":
      case "SetComprehensionExpression":
      case "DictionaryComprehensionExpression":
      case "ComprehensionExpression":
        this.#readBetween(node, open(scope, "comprehension"), "for", "in");
        return;
      case "WithStatement":
      case "TryStatement":
        this.#readAs(node, scope);
        return;
      case "ArgList":
        this.#readArguments(node, scope);
        return;
      case "TypeDefinition":
        this.#readType(node, scope);
        return;
      case "CapturePattern":
        this.#bindTarget(node.firstChild!, scope);
        return;
      case "AsPattern":
        this.#readAs(node, scope);
        return;
      case "KeywordPattern":
        this.#visitAfter(node, 1, scope);
        return;
      case "Decorator":
        this.#readDecorator(node, scope);
        return;
      default:
        // A generator that is the only argument doesn't have its own node.
        this.#visitAll(node, scope);
    }
  }

  #visitAfter(node: SyntaxNode, count: number, scope: Scope): void {
    for (const child of children(node).slice(count)) {
      this.#visit(child, scope);
    }
  }

  #define(node: SyntaxNode, scope: Scope): void {
    const inner = open(scope, node.name === "ClassDefinition" ? "class" : "function");
    // Its type parameters and, to be lenient, its annotations and defaults are read in its scope.
    const outer = open(scope, "comprehension");
    let named = false;
    for (const child of children(node)) {
      if (child.name === "VariableName" && !named) {
        named = true;
        this.#bind(child, around(scope));
      } else if (child.name === "TypeParamList") {
        this.#bindAll(child, inner);
        this.#bindAll(child, outer);
      } else if (child.name === "Body" || child.name === "ParamList") {
        this.#visit(child, inner);
      } else {
        this.#visit(child, outer);
      }
    }
  }

  #readParameters(node: SyntaxNode, scope: Scope): void {
    let isDefault = false;
    for (const child of children(node)) {
      if (child.name === "AssignOp") {
        isDefault = true;
      } else if (child.name === ",") {
        isDefault = false;
      } else if (child.name === "VariableName" && !isDefault) {
        this.#bind(child, scope);
      } else {
        this.#visit(child, isDefault || child.name === "TypeDef" ? open(scope.parent ?? scope, "comprehension", scope) : scope);
      }
    }
  }

  #readImport(node: SyntaxNode, scope: Scope): void {
    const parts = children(node);
    const isFrom = parts[0]?.name === "from";
    const listed = isFrom ? parts.slice(parts.findIndex((part) => part.name === "import") + 1) : parts.slice(1);
    let group: SyntaxNode[] = [];
    const close = (): void => {
      const names = group.filter((part) => part.name === "VariableName");
      const bound = isFrom || group.some((part) => part.name === "as") ? names.at(-1) : names[0];
      if (bound !== undefined) {
        this.#bind(bound, scope);
      }
      group = [];
    };
    for (const part of listed) {
      this.#star ||= part.name === "*";
      if (part.name === ",") {
        close();
      } else {
        group.push(part);
      }
    }
    close();
  }

  #readAssignment(node: SyntaxNode, scope: Scope): void {
    const parts = children(node);
    const last = parts.map((part) => part.name).lastIndexOf("AssignOp");
    parts.forEach((part, index) => {
      if (index < last || (last < 0 && index === 0)) {
        this.#bindTarget(part, scope);
      } else {
        this.#visit(part, scope);
      }
    });
  }

  /** Bind the nodes between each pair of these keywords, and read the others. */
  #readBetween(node: SyntaxNode, scope: Scope, start: string, end: string): void {
    let binds = false;
    for (const child of children(node)) {
      if (child.name === start) {
        binds = true;
      } else if (child.name === end) {
        binds = false;
      } else if (binds) {
        this.#bindTarget(child, scope);
      } else {
        this.#visit(child, scope);
      }
    }
  }

  #readAs(node: SyntaxNode, scope: Scope): void {
    let binds = false;
    for (const child of children(node)) {
      if (child.name === "as") {
        binds = true;
      } else {
        if (binds) {
          this.#bindTarget(child, scope);
        } else {
          this.#visit(child, scope);
        }
        binds = false;
      }
    }
  }

  #readArguments(node: SyntaxNode, scope: Scope): void {
    const parts = children(node);
    if (parts.some((part) => part.name === "for")) {
      this.#readBetween(node, open(scope, "comprehension"), "for", "in");
      return;
    }
    parts.forEach((part, index) => {
      if (part.name === "VariableName" && parts[index + 1]?.name === "AssignOp") {
        if (this.#word(parts[index + 1]!) === ":=") {
          this.#bind(part, around(scope));
        }
        return; // The name of an argument.
      }
      this.#visit(part, scope);
    });
  }

  #readType(node: SyntaxNode, scope: Scope): void {
    const inner = open(scope, "comprehension");
    let named = false;
    for (const child of children(node)) {
      if (child.name === "VariableName" && !named) {
        named = true;
        this.#bind(child, scope);
      } else if (child.name === "TypeParamList") {
        this.#bindAll(child, inner);
      } else {
        this.#visit(child, inner);
      }
    }
  }

  #readDecorator(node: SyntaxNode, scope: Scope): void {
    let dotted = false;
    for (const child of children(node)) {
      if (child.name !== "VariableName" || !dotted) {
        this.#visit(child, scope);
      }
      dotted = child.name === ".";
    }
  }

  /** Bind the names in a target; the object of an item or attribute is a use. */
  #bindTarget(node: SyntaxNode, scope: Scope): void {
    if (node.name === "VariableName") {
      this.#bind(node, scope);
    } else if (LITERALS.has(node.name)) {
      for (const child of children(node)) {
        this.#bindTarget(child, scope);
      }
    } else {
      this.#visit(node, scope);
    }
  }

  #bindAll(node: SyntaxNode, scope: Scope): void {
    node.cursor().iterate((inner) => {
      if (inner.name === "VariableName") {
        this.#bind(inner.node, scope);
      }
    });
  }
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    found.push(child);
  }
  return found;
}

/** Return a scope inside another. With `shared`, it has the same set of names as that scope. */
function open(parent: Scope, kind: Scope["kind"], shared?: Scope): Scope {
  return { names: shared?.names ?? new Set(), parent, kind };
}

/** Return the nearest scope in which `:=` and `def` bind, which isn't a comprehension. */
function around(scope: Scope): Scope {
  let at = scope;
  while (at.kind === "comprehension" && at.parent !== null) {
    at = at.parent;
  }
  return at;
}

/** Return whether a name is bound where it is used. */
function isBound(name: string, scope: Scope): boolean {
  return listScopes(scope).some((one) => one.names.has(name));
}

/** Yield all names that are bound there, those of the innermost scope first, and the builtins. */
function* listVisible(scope: Scope): Generator<string> {
  for (const { names } of listScopes(scope)) {
    yield* names;
  }
  yield* BUILTINS;
}

/** Return the scopes whose names are visible in one, itself first. Functions don't see the names of an enclosing class. */
function listScopes(scope: Scope): Scope[] {
  const found: Scope[] = [];
  let crossed = false; // There is a function between the use and the current scope.
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (!(at.kind === "class" && crossed)) {
      found.push(at);
    }
    crossed ||= at.kind === "function";
  }
  return found;
}
