/** A phone number with a plus, and grouped if it is Brazilian. */
export function phoneText(phone: string): string {
  const digits = phone.replace(/^\+/, '')
  if (!/^\d{7,15}$/.test(digits)) return phone
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazilian === null) return `+${digits}`
  const [, area, first, last] = brazilian
  return `+55 ${area} ${first}-${last}`
}
