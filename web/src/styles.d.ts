// A script that imports a style sheet gets its text, including the sheets that it imports: see `build.mjs`.

declare module "*.css" {
  const text: string;
  export default text;
}
