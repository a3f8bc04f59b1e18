import { nativeValue } from '@recado/domain/native-json'
import { fitIntent } from './fit-intent.ts'
import type { Translate } from './intent.ts'
import { nativeIntent } from './native-intent.ts'

/** The translators of all providers, by the source of their raw events. */
export type Translators = { get(source: string): { readonly translate: Translate } | undefined }

/** Translates raw events of any provider. @throws Error for a source without a translator */
export function translateWith(translators: Translators): Translate {
  return (raw) => {
    const provider = translators.get(raw.source)
    if (provider === undefined)
      throw new Error(`no provider translates raw events of source ${raw.source}`)
    const read = provider.translate({ ...raw, payload: nativeValue(raw.payload) })
    return read.map(fitIntent).map(nativeIntent)
  }
}
