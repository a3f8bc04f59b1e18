export type PageFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli: Buffer
}

/** The files of the dashboard's page by name. Every name except `index.html` changes with the file's content. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The media type of a page's file by its name; null for other files, such as compressed copies. */
export function pageType(name: string): string | null {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null
}
