// A style sheet that a script imports is its text, with all that it imports itself: see `build.mjs`.

declare module "*.css" {
  const text: string;
  export default text;
}
