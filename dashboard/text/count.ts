/** A number in the format of the page's language. */
export function formatNumber(n: number): string {
  return new Intl.NumberFormat(document.documentElement.lang).format(n)
}

/** A number with its noun, in the singular for one. */
export function count(n: number, one: string, many: string): string {
  return `${formatNumber(n)} ${n === 1 ? one : many}`
}
