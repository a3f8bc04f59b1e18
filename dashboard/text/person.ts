import { text } from './choose.ts'
import { phoneText } from './phone.ts'

/** A person that was erased has neither. */
export type Called = {
  readonly name: string | null
  readonly phone: string | null
  readonly erased?: true | undefined
}

/** A person's name, else phone, else that it was erased, else `nobody`. */
export function personText({ name, phone, erased }: Called, nobody: string): string {
  if (erased) return text().contacts.erased
  return name ?? (phone === null ? nobody : phoneText(phone))
}
