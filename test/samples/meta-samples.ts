import { readFileSync } from 'node:fs'

const FILES = [
  'account_update.json',
  'callback_button.json',
  'message.json',
  'message_status.json',
  'template_status_update.json',
  'user_marketing_preferences.json',
] as const

/** A whole POST body of Meta, with its file and key. */
export type MetaSample = {
  readonly file: (typeof FILES)[number]
  readonly name: string
  readonly body: object
}

/** Every sample body, in order of file and key. @throws when a file is missing */
export function metaSamples(): readonly MetaSample[] {
  return FILES.flatMap((file) => {
    const text = readFileSync(new URL(`./meta-webhooks/${file}`, import.meta.url), 'utf8')
    const bodies = JSON.parse(text) as Record<string, object>
    return Object.entries(bodies).map(([name, body]) => ({ file, name, body }))
  })
}
