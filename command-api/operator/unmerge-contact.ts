import { unmergePeople } from '@recado/application/contacts/unmerge-people'
import { streamOf } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { contact } from '@recado/domain/contact/contact'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { positionToRead } from '../routing/position-to-read.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'

/** POST /contacts/{id}/unmerge. Repeating the call completes an interrupted one. */
export const unmergeContactRoute = operatorRoute({
  method: 'POST',
  url: '/contacts/:id/unmerge',
  summary: 'Separate a merged contact again',
  description:
    'The contact gets back its identities, except those that another contact has by now, and the two are never merged again.',
  params: z.object({ id: Uuid }),
  problems: [404, 422],
  reply: { 200: z.object({ data: z.object({ id: Uuid, survivor_id: Uuid }) }) },
  async handle(input, deps) {
    const { id } = input.params
    const stream = streamOf(contact, id)
    const account_id = (await deps.store.readLast(stream))?.metadata.account_id ?? null
    if (account_id === null) return noSuchContact()
    const context = commandContext(input, deps, account_id)
    const done = await unmergePeople(deps, { account_id, contact_id: id }, context)
    if (done.refused === 'contact_not_found') return noSuchContact()
    if (done.refused !== undefined)
      return invalidInput('the contact was never merged; give the id of the one that was')
    const { survivor_id } = done
    const position = await positionToRead(deps, stream, done.position)
    return { status: 200, body: { data: { id, survivor_id } }, position }
  },
})

function noSuchContact(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'no such contact; give the id of a merged one')
}
