import { editPerson } from '@recado/application/contacts/edit-person'
import { Contact, ContactChanges } from '@recado/contract/contact'
import { ContactId } from '@recado/contract/ids'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandContext } from '../routing/request-context.ts'
import { workflowRoute } from '../routing/route.ts'
import { answerEdit } from './answer-edit.ts'
import { isOfAccount } from './is-of-account.ts'
import { editProblem, hasStage, noSuchStage, personEdit } from './person-edit.ts'

/** PATCH /contacts/{id}. The id of a merged contact edits the survivor. */
export const editContactRoute = workflowRoute({
  method: 'PATCH',
  operationId: 'editContact',
  url: '/contacts/:id',
  summary: 'Change a contact',
  description:
    'Only the fields that you send change. An identity replaces the one of the same kind, which other contacts may then have.',
  params: z.object({ id: ContactId }),
  body: ContactChanges,
  requestExamples: {
    rename: { value: { name: 'Ana Reis' } },
    stage: {
      summary: 'Back to the derived stage',
      value: { stage_id: null },
    },
  },
  problems: [404],
  reply: { 200: z.object({ data: Contact }) },
  async handle(input, deps) {
    const { account, params, body } = input
    if (!(await isOfAccount(deps, { account_id: account.id, contact_id: params.id })))
      return notFound()
    if (!(await hasStage(deps, { account_id: account.id, stage_id: body.stage_id })))
      return noSuchStage()
    const context = commandContext(input, deps)
    const of = { account_id: account.id, contact_id: params.id, connection_id: null }
    const edited = await editPerson(deps, personEdit(body, of), () => context)
    if (edited.refused !== undefined) return editProblem(edited)
    const answer = await answerEdit(deps, input, edited)
    if (answer instanceof HttpProblem) return answer
    return { status: 200, body: { data: answer.data }, headers: answer.headers, position: null }
  },
})
