import type { EditRefusal, PersonEdit } from '@recado/application/contacts/edit-person'
import { loadStages } from '@recado/application/contacts/load-stages'
import type { ContactChanges } from '@recado/contract/contact'
import { BOUNDS } from '@recado/domain/bounds'
import { SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { phoneDigits } from '@recado/domain/phone-number'
import { type HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'

/** The body of POST /contacts without its nulls, which count as left out there. */
export function withoutNulls(body: ContactChanges): ContactChanges {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** The edit that a body requests. */
export function personEdit(
  body: ContactChanges,
  of: { account_id: string; contact_id: string | null; connection_id: string | null },
): PersonEdit {
  const { account_id, contact_id, connection_id } = of
  const identities = SHOWN_KINDS.flatMap((kind) => {
    const given = body[kind]
    if (given == null) return []
    const value = kind === 'phone' ? phoneDigits(given) : given
    return [{ kind, value, match_key: matchKey(kind, value), connection_id }]
  })
  const cleared = SHOWN_KINDS.filter((kind) => body[kind] === null)
  const { name, stage_id, restricted } = body
  return { account_id, contact_id, identities, cleared, name, stage_id, restricted }
}

type OwnStage = {
  readonly account_id: string
  readonly stage_id: string | null | undefined
}

/** Whether the account has the stage, according to the log. */
export async function hasStage(
  deps: CommandDeps,
  { account_id, stage_id }: OwnStage,
): Promise<boolean> {
  if (stage_id == null) return true
  return (await loadStages(deps, account_id)).some(({ id }) => id === stage_id)
}

/** 422 for a stage that the account lacks. */
export function noSuchStage(): HttpProblem {
  return invalidInput('stage_id is not a stage of this account; GET /stages lists them')
}

/** The answer to a refused edit. */
export function editProblem({ refused, detail }: EditRefusal): HttpProblem {
  switch (refused) {
    case 'contact_not_found':
      return notFound()
    case 'contact_erased':
      return invalidInput('the contact was erased: nothing of it can change')
    case 'identity_taken':
      return invalidInput(
        `${detail ?? 'an identity'} belongs to another contact; leave it out, or remove it there first`,
      )
    case 'last_identity':
      return invalidInput(
        'phone, username, business_scoped_user_id and parent_business_scoped_user_id cannot all be cleared; keep or send one',
      )
    case 'name_too_long':
      return invalidInput(`name must have at most ${BOUNDS.name.most} ${BOUNDS.name.unit}`)
  }
}
