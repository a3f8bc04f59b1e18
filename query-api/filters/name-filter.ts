import { wordQuery, wordsOf } from '@recado/application/read-models/words'
import { textOfKind } from '@recado/contract/bounds'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'

/** The query parameter for a person's name. */
export const NameFilter = textOfKind('name', z.string())
  .refine((text) => wordsOf(text).length > 0, { error: 'must have a letter or a digit' })
  .optional()
  .describe(
    'Extension. People whose name has words that begin with each of these, in any order; case and accents do not matter.',
  )

/** The condition that a contact `t` of the account's list has a name. */
export function hasName(accountId: string, name: string): Statement {
  return sql`t.words @@ ${wordQuery(accountId, name)}::tsquery and ${belongsTo(accountId, 't.listed_in')}`
}

/** Selects the ids of the contacts with a name, and of all others merged into them. */
export function peopleNamed(accountId: string, name: string): Statement {
  return sql`select m.id from contacts t join contacts m on m.survivor_id = t.id
    where ${hasName(accountId, name)}`
}
