/** A file of the dashboard's page, as browsers get it. */
export type PageFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli: Buffer
}

/** The page of the dashboard: by name, `index.html` among them. Names of all others change with what they hold. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The media type of a file of the page, by its name; null for what is none, such as a compressed copy. */
export function pageType(name: string): string | null {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null
}
