import { planUnmerge, type UnmergePlan } from '@recado/application/contacts/plan-unmerge'
import { unmergePeople } from '@recado/application/contacts/unmerge-people'
import { UnmergeAnswer, type UnmergeChanges, UnmergeRequest } from '@recado/contract/contact-merge'
import { contact as exampleContact, unmergeChanges } from '@recado/contract/example-values'
import { ContactId } from '@recado/contract/ids'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { workflowRoute } from '../routing/route.ts'
import { answerJoined } from './answer-joined.ts'
import { countMoved } from './count-moved.ts'
import { isOfAccount } from './is-of-account.ts'
import { lastMerged } from './last-merged.ts'
import { shownIdentities } from './merge-contacts.ts'

/** POST /contacts/{id}/unmerge. A repeat with the id of the separated contact completes an interrupted one. */
export const unmergeContactRoute = workflowRoute({
  method: 'POST',
  operationId: 'unmergeContact',
  url: '/contacts/:id/unmerge',
  summary: 'Undo the merge of two contacts',
  description:
    'Extension. The id of a merged contact separates that one. The id of the contact that continues undoes the last merge ' +
    'into it that is not undone yet: each further call undoes one more, so name the merged contact, which `dry_run` ' +
    'tells, where a call may be repeated. The separated contact gets back the identities that it had when it was merged, ' +
    'except those that other contacts have by now, and shows its conversations and their sales; the other one keeps a ' +
    'name and a stage that it took over. The two are never merged again.',
  params: z.object({ id: ContactId }),
  body: UnmergeRequest,
  requestExamples: {
    plan: { summary: 'Ask what would change', value: { dry_run: true } },
    unmerge: { summary: 'Undo the merge', value: {} },
  },
  problems: [404],
  reply: { 200: UnmergeAnswer },
  replyExamples: { 200: { value: { data: exampleContact, changes: unmergeChanges } } },
  async handle(input, deps) {
    const { account, params, body } = input
    const asked = { account_id: account.id, contact_id: params.id }
    if (!(await isOfAccount(deps, asked))) return notFound()
    const contact_id = await lastMerged(input, deps)
    if (contact_id instanceof HttpProblem) return contact_id
    const owner = { ...asked, contact_id }
    const plan = await planUnmerge(deps, owner, deps.now().toISOString())
    if (plan?.refused !== undefined) return neverMerged()
    const changes = plan && (await changesOf(plan, deps))
    const context = commandContext(input, deps)
    const done = body.dry_run === true ? null : await unmergePeople(deps, owner, context)
    if (done?.refused !== undefined) return neverMerged()
    return answerJoined(deps, input, { changes, position: done?.position ?? null })
  },
})

async function changesOf(
  { survivor_id, merged_id, returned, kept }: UnmergePlan,
  { pool }: CommandDeps,
): Promise<UnmergeChanges> {
  return {
    survivor_id,
    merged_id,
    identities: shownIdentities(returned),
    kept: shownIdentities(kept),
    ...(await countMoved(runOn(pool), merged_id)),
  }
}

function neverMerged(): HttpProblem {
  return invalidInput('no merge of this contact is left to undo; GET /contacts/{id} shows it')
}
