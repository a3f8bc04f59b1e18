import type { Fact } from '@recado/domain/decision'
import { accountId } from '../examples/account.ts'
import { recorded } from './projecting.ts'

/** A fact of the example account, as read from the log. */
export const stored = (stream: string, fact: Fact) =>
  recorded(stream, fact, { account_id: accountId })

/** The same, in the stream of its message. */
export const ofMessage = (fact: Fact & { data: { message_id: string } }) =>
  stored(`message-${fact.data.message_id}`, fact)
