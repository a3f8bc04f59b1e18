import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'

/** What a raw event of any of our providers means. */
export const translate = translateWith(PROVIDERS)
