import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { fittingIntent } from './fitting-intent.ts'
import { translateGraphApi } from './graph-api/translate.ts'
import type { Translate } from './intent.ts'
import { translateWaha } from './waha/translate.ts'

/** Who understands which provider. */
const TRANSLATORS: Record<ProviderEventReceived['data']['source'], Translate> = {
  official: translateGraphApi,
  freemium: translateWaha,
}

/** What a raw event means, whichever provider sent it. Pure: the audit runs it again and compares. */
export const translate: Translate = (raw) => TRANSLATORS[raw.source](raw).map(fittingIntent)
