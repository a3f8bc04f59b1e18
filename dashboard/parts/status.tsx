import { text } from '../text/choose.ts'
import { toneOfStatus } from './tones.ts'

/** A state in one word, with a colour that says the same. */
export function Status({ status }: { status: string }) {
  const names: Readonly<Record<string, string>> = text().statuses
  return <span class={`status ${toneOfStatus(status)}`}>{names[status] ?? status}</span>
}
