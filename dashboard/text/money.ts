/** An amount in a currency's smallest unit, formatted in the page's language. Not every currency has cents. */
export function moneyOf(units: number, currency: string): string {
  try {
    const { lang } = document.documentElement
    const style = new Intl.NumberFormat(lang, { style: 'currency', currency })
    return style.format(units / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    return `${units} ${currency}`
  }
}
