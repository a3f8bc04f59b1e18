import { phoneText } from './phone.ts'

type Person = { readonly name: string | null; readonly phone: string | null }

/** How a person is called: by name, else by phone, else as `nobody` says. */
export function personText({ name, phone }: Person, nobody: string): string {
  return name ?? (phone === null ? nobody : phoneText(phone))
}
