export type PageFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli: Buffer
}

/** The files of the pages by name. The names of scripts and styles change with their content, so caches keep them. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/** The media type of a page's file by its name; null for other files, such as compressed copies. */
export function pageType(name: string): string | null {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null
}
