import { editPerson } from '@recado/application/contacts/edit-person'
import { Contact, NewContact } from '@recado/contract/contact'
import { connection_id as exampleConnection } from '@recado/contract/example-values'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { connectionInUse } from '@recado/infra/http/require-connection'
import { z } from 'zod'
import { commandContext } from '../routing/request-context.ts'
import { workflowRoute } from '../routing/route.ts'
import { answerEdit } from './answer-edit.ts'
import { editProblem, hasStage, noSuchStage, personEdit, withoutNulls } from './person-edit.ts'

const CREATED = 'Whether the contact is new.'
const Known = z.object({ data: Contact, created: z.literal(false).describe(CREATED) })
const New = z.object({ data: Contact, created: z.literal(true).describe(CREATED) })

export const createContactRoute = workflowRoute({
  method: 'POST',
  operationId: 'createContact',
  url: '/contacts',
  summary: 'Create a contact, or update the one that has the identity',
  description:
    'Updates the contact that has one of the identities, or else creates a contact. A null field counts as left out; use PATCH to clear a field. Both forms of a Brazilian mobile number are one phone, and the form stored first stays.',
  body: NewContact,
  requestExamples: {
    phone: { summary: 'By phone', value: { phone: '+55 31 98765-4321', name: 'Ana Reis' } },
    username: {
      summary: 'By username on a connection',
      value: { connection_id: exampleConnection, username: 'ana.reis' },
    },
  },
  problems: [404],
  reply: { 200: Known, 201: New },
  async handle(input, deps) {
    const { account, body } = input
    const connection_id = body.connection_id ?? null
    if (connection_id !== null) {
      const connection = connectionInUse(deps.registry, { account_id: account.id, connection_id })
      if (connection instanceof HttpProblem) return connection
    }
    if (!(await hasStage(deps, { account_id: account.id, stage_id: body.stage_id })))
      return noSuchStage()
    const context = commandContext(input, deps)
    const of = { account_id: account.id, contact_id: null, connection_id }
    const edited = await editPerson(deps, personEdit(withoutNulls(body), of), () => context)
    if (edited.refused !== undefined) return editProblem(edited)
    const answer = await answerEdit(deps, input, edited)
    if (answer instanceof HttpProblem) return answer
    const { created } = edited
    const { data, headers } = answer
    return { status: created ? 201 : 200, body: { data, created }, headers, position: null }
  },
})
