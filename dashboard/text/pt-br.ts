import type { Texts } from './en.ts'
import { access } from './pt-br/access.ts'
import { account } from './pt-br/account.ts'
import { activity } from './pt-br/activity.ts'
import { common } from './pt-br/common.ts'
import { connections } from './pt-br/connections.ts'
import { contacts } from './pt-br/contacts.ts'
import { conversations } from './pt-br/conversations.ts'
import { deliveries } from './pt-br/deliveries.ts'
import { home } from './pt-br/home.ts'
import { live } from './pt-br/live.ts'
import { messages } from './pt-br/messages.ts'
import { raw } from './pt-br/raw.ts'
import { sentences } from './pt-br/sentences.ts'
import { trace } from './pt-br/trace.ts'
import { tryIt } from './pt-br/try-it.ts'
import { verify } from './pt-br/verify.ts'
import { webhooks } from './pt-br/webhooks.ts'
import { why } from './pt-br/why.ts'

/** The texts in Brazilian Portuguese. */
export const ptBr: Texts = {
  ...common,
  ...account,
  ...access,
  ...home,
  ...messages,
  ...deliveries,
  ...trace,
  ...why,
  ...tryIt,
  ...contacts,
  ...conversations,
  ...raw,
  ...connections,
  ...webhooks,
  ...activity,
  ...verify,
  ...live,
  ...sentences,
}
