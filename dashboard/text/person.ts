import { phoneText } from './phone.ts'

type Person = { readonly name: string | null; readonly phone: string | null }

/** A person's name, else phone, else `nobody`. */
export function personText({ name, phone }: Person, nobody: string): string {
  return name ?? (phone === null ? nobody : phoneText(phone))
}
