import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'

/** Translates a raw event of any provider into intents. */
export const translate = translateWith(PROVIDERS)
