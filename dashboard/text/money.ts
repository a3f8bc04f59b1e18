/** Smallest units as people write them: not every currency has cents. The page says its language to the browser. */
export function moneyOf(units: number, currency: string): string {
  try {
    const { lang } = document.documentElement
    const style = new Intl.NumberFormat(lang, { style: 'currency', currency })
    return style.format(units / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    return `${units} ${currency}`
  }
}
