import { fittingIntent } from './fitting-intent.ts'
import type { Translate } from './intent.ts'

/** Who understands which provider, by the source of its raw events. */
export type Translators = { get(source: string): { readonly translate: Translate } | undefined }

/**
 * What a raw event means, whichever provider sent it. Pure: the audit runs it again and compares.
 * @throws Error for a source that nobody understands
 */
export function translateWith(translators: Translators): Translate {
  return (raw) => {
    const provider = translators.get(raw.source)
    if (provider === undefined) throw new Error(`no provider understands events of ${raw.source}`)
    return provider.translate(raw).map(fittingIntent)
  }
}
