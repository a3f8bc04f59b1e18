import { graphPost, textMessage } from '../translation/graph-post.ts'
import { type SignedPost, signedByMeta } from './signed.ts'

/** What a post needs to know of a connection. */
type MetaNumber = {
  readonly phone_number_id: string
  readonly app_secret: string
  readonly phone_number_digits?: string
  readonly waba_id?: string
}

type Json = Record<string, unknown>

/** A post with one change of the field `messages`, as Meta signs and posts it. */
export function metaPost(
  { phone_number_id, app_secret, phone_number_digits = '551133334444', waba_id = '1' }: MetaNumber,
  value: Json,
): SignedPost {
  const metadata = { display_phone_number: phone_number_digits, phone_number_id }
  const post = graphPost({ metadata, ...value })
  const entry = post.entry.map((one) => ({ ...one, id: waba_id }))
  return signedByMeta(app_secret, JSON.stringify({ ...post, entry }))
}

/** A post with text messages of one person, each with its id as text unless `body` says something else. */
export function textsPost(
  number: MetaNumber,
  phone: string,
  ids: readonly string[],
  body?: string,
): SignedPost {
  const by = { from: phone, from_user_id: `BR.${phone}` }
  return metaPost(number, {
    contacts: [{ profile: { name: 'Ana' }, wa_id: phone, user_id: by.from_user_id }],
    messages: ids.map((id) => textMessage(id, body ?? id, by)),
  })
}
