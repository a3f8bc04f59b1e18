import { templateId } from '@recado/application/ids'
import type { SendContent } from '@recado/application/sending/send-request'
import { fitTemplate } from '@recado/domain/template/fit-template'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

type NamedTemplate = {
  readonly name: string
  readonly language: string
  readonly components: readonly object[]
}

type Known = {
  readonly status: string
  readonly provider_status: string
  readonly parameter_format: string
  readonly components: object[]
}

/** The text that lists show for a send: for a template, its body with the values filled in. */
export function shownText(
  pool: Pool,
  connection: ConnectionEntry,
  { message_type, text, content }: SendContent,
): Promise<string | HttpProblem> | string {
  return message_type === 'template'
    ? templateText(pool, connection, content as NamedTemplate)
    : text
}

/**
 * The template's body with the values filled in. 422 when the connection's business account has no such approved
 * template, or when the values do not fit it.
 */
async function templateText(
  pool: Pool,
  { account_id, waba_id }: ConnectionEntry,
  { name, language, components }: NamedTemplate,
): Promise<string | HttpProblem> {
  const id = templateId({ account_id, waba_id: waba_id ?? '', name, language })
  const [known] = await runOn(pool)<Known>(sql`
    select status, provider_status, parameter_format, components from templates where id = ${id}`)
  if (known === undefined)
    return invalidInput(
      `template.name and template.language must be those of an approved template of this connection: there is no ${name} in ${language} (GET /templates lists them)`,
    )
  if (known.status !== 'approved')
    return invalidInput(
      `template.name must be that of an approved template: ${name} in ${language} is ${known.provider_status}`,
    )
  const fit = fitTemplate(known, components)
  return fit.kind === 'fits' ? fit.text : invalidInput(`template.components: ${fit.reason}`)
}
