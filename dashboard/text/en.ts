import { access } from './en/access.ts'
import { account } from './en/account.ts'
import { activity } from './en/activity.ts'
import { common } from './en/common.ts'
import { connections } from './en/connections.ts'
import { contacts } from './en/contacts.ts'
import { conversations } from './en/conversations.ts'
import { deliveries } from './en/deliveries.ts'
import { home } from './en/home.ts'
import { live } from './en/live.ts'
import { messages } from './en/messages.ts'
import { raw } from './en/raw.ts'
import { sentences } from './en/sentences.ts'
import { trace } from './en/trace.ts'
import { tryIt } from './en/try-it.ts'
import { verify } from './en/verify.ts'
import { webhooks } from './en/webhooks.ts'

/** Every text of the page. Another language that lacks one does not compile. */
export const en = {
  ...common,
  ...account,
  ...access,
  ...home,
  ...messages,
  ...deliveries,
  ...trace,
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
} satisfies Shape

type Shape = { readonly [name: string]: string | ((...args: never[]) => string) | Shape }

type Widened<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Widened<T[K]>
}

/** The texts of one language. */
export type Texts = Widened<typeof en>
