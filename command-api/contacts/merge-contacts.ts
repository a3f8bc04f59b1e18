import { type Contexts, contactState } from '@recado/application/contacts/contact-state'
import { completeMerge, mergePeople } from '@recado/application/contacts/merge-people'
import {
  type MergePlan,
  type MergeRefusal,
  planMerge,
} from '@recado/application/contacts/plan-merge'
import {
  MergeAnswer,
  type MergeChanges,
  MergeRequest,
  type MovedIdentity,
} from '@recado/contract/contact-merge'
import { contact as exampleContact, mergeChanges } from '@recado/contract/example-values'
import { ContactId } from '@recado/contract/ids'
import type { ContactEvent } from '@recado/domain/contact/events'
import { MAX_ADOPTED_IDENTITIES, MAX_MERGED_CONTACTS } from '@recado/domain/contact/merge-contact'
import { CLAIMED_KINDS } from '@recado/domain/contact-identity/kinds'
import { HttpProblem, invalidInput, notFound, unavailable } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { type KeyInput, workflowRoute } from '../routing/route.ts'
import { answerJoined } from './answer-joined.ts'
import { countMoved } from './count-moved.ts'
import { isOfAccount } from './is-of-account.ts'

type Pair = readonly [string, string]

/** POST /contacts/{id}/merge. A repeat completes an interrupted merge. */
export const mergeContactsRoute = workflowRoute({
  method: 'POST',
  operationId: 'mergeContacts',
  url: '/contacts/:id/merge',
  summary: 'Merge two contacts of one person',
  description:
    'Extension. The older contact continues. It is found by the identities of both, takes over a name and a stage that it ' +
    'lacks, and shows the conversations and sales of both; each conversation keeps its messages. The id of the other one ' +
    'leads to it from then on. Two contacts with different BSUIDs on one connection are two persons and are not merged, ' +
    'nor are two that were separated before. Repeating the call changes nothing. POST /contacts/{id}/unmerge undoes it.',
  params: z.object({ id: ContactId }),
  body: MergeRequest,
  requestExamples: {
    plan: {
      summary: 'Ask what would change',
      value: { other_id: mergeChanges.merged_id, dry_run: true },
    },
    merge: { summary: 'Merge', value: { other_id: mergeChanges.merged_id } },
  },
  problems: [404],
  reply: { 200: MergeAnswer },
  replyExamples: { 200: { value: { data: exampleContact, changes: mergeChanges } } },
  async handle(input, deps) {
    const pair = await pairOf(input, deps)
    if (pair instanceof HttpProblem) return pair
    const account_id = input.account.id
    const plan = await planMerge(deps, account_id, pair, deps.now().toISOString())
    if (plan?.refused !== undefined) return mergeProblem(plan)
    const changes = plan && (await changesOf(plan, deps))
    const isDone = input.body.dry_run === true || (await carryOut(input, deps, pair, plan))
    if (!isDone) return unavailable('another call has just changed these contacts; send it again')
    return answerJoined(deps, input, { changes, position: null })
  },
})

type MergeInput = KeyInput<{ id: string }, unknown, MergeRequest>

async function pairOf(
  { account, params: { id }, body: { other_id } }: MergeInput,
  deps: CommandDeps,
): Promise<Pair | HttpProblem> {
  for (const contact_id of [id, other_id])
    if (!(await isOfAccount(deps, { account_id: account.id, contact_id }))) return notFound()
  if (id === other_id)
    return invalidInput('other_id must be another contact than the one of the path')
  return [id, other_id]
}

/** @returns whether the two are one contact now: another merge, or an unmerge, may have come first */
async function carryOut(
  input: MergeInput,
  deps: CommandDeps,
  pair: Pair,
  plan: MergePlan | null,
): Promise<boolean> {
  const context = commandContext(input, deps)
  const { id: accountId } = input.account
  if (plan !== null)
    return (await mergePeople(deps, accountId, pair, { seen: [] }, () => context)) !== null
  for (const id of pair) await complete(deps, accountId, id, () => context)
  return true
}

async function complete(
  deps: CommandDeps,
  account_id: string,
  contact_id: string,
  contexts: Contexts,
): Promise<void> {
  if ((await contactState(deps, contact_id))?.merged_into == null) return
  await completeMerge(deps, { account_id, contact_id }, [], contexts)
}

async function changesOf(
  { survivor, merged, adopted }: MergePlan,
  { pool }: CommandDeps,
): Promise<MergeChanges> {
  const factsOf = <Type extends ContactEvent['type']>(type: Type) =>
    adopted.filter((fact): fact is Extract<ContactEvent, { type: Type }> => fact.type === type)
  return {
    survivor_id: survivor.contact_id,
    merged_id: merged.contact_id,
    identities: shownIdentities(
      factsOf('ContactIdentityLinked')
        .map(({ data }) => data)
        .filter(({ merged_contacts }) => merged_contacts !== undefined),
    ),
    name: factsOf('ContactRenamed')[0]?.data.name ?? null,
    stage_id: factsOf('ContactMovedToStage')[0]?.data.stage_id ?? null,
    marketing: factsOf('ContactMarketingPreferenceChanged').map(
      ({ data: { connection_id, opted_out } }) => ({ connection_id, opted_out }),
    ),
    restricted: factsOf('ContactRestrictionChanged').length > 0,
    ...(await countMoved(runOn(pool), merged.contact_id)),
  }
}

/** Without `wa_id`, which is only how the provider writes a phone. */
export function shownIdentities(
  identities: readonly { readonly kind: string; readonly value: string }[],
): MovedIdentity[] {
  return identities.flatMap(({ kind, value }) => {
    const claimed = CLAIMED_KINDS.find((one) => one === kind)
    return claimed === undefined ? [] : [{ kind: claimed, value }]
  })
}

function mergeProblem({ refused }: MergeRefusal): HttpProblem {
  switch (refused) {
    case 'contact_not_found':
      return notFound()
    case 'different_people':
      return invalidInput(
        'other_id has another business_scoped_user_id on the same connection: the two are different persons',
      )
    case 'kept_apart':
      return invalidInput(
        'other_id was separated from this contact before; such contacts are never merged again',
      )
    case 'too_many_contacts':
      return invalidInput(
        `other_id must leave at most ${MAX_MERGED_CONTACTS} contacts merged into one`,
      )
    case 'too_many_identities':
      return invalidInput(
        `other_id or this contact has too many identities; at most ${MAX_ADOPTED_IDENTITIES} can move`,
      )
  }
}
