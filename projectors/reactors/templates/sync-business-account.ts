import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { templateId } from '@recado/application/ids'
import { removeTemplate } from '@recado/domain/template/remove-template'
import { type SyncTemplate, syncTemplate } from '@recado/domain/template/sync-template'
import { type Template, template } from '@recado/domain/template/template'
import { templateVariables } from '@recado/domain/template/template-variables'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Providers } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ListedTemplate } from '@recado/infra/providers/template-calls'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { BusinessAccount } from './business-accounts.ts'

export type SyncDeps = ExecuteDeps & {
  readonly providers: Providers
  readonly now: () => Date
  readonly newId: () => string
}

/** Records what changed in the provider's list. @returns why it could not be read, or null @throws as execute */
export async function syncBusinessAccount(
  deps: SyncDeps,
  business: BusinessAccount,
  context: CommandContext,
  run: Run,
): Promise<string | null> {
  const list = await firstList(deps, business)
  if (list.kind !== 'ok') return `${list.error.title} (${list.error.code})`
  const known = await knownTemplates(business, run)
  const listed = new Map(list.value.templates.map((each) => [idOf(business, each), each]))
  const unusable = new Set(list.value.unusable.map((each) => idOf(business, each)))
  for (const [id, each] of listed) {
    const command = commandOf(business, id, each, context.now().toISOString())
    // Skips the log for unchanged templates. Where the read models are behind, the log decides.
    if (isKnown(command, known.get(id) ?? null)) continue
    await execute(deps, { aggregate: template, id, decide: syncTemplate, command, context })
  }
  const command = { at: context.now().toISOString() }
  for (const id of known.keys())
    if (!listed.has(id) && !unusable.has(id))
      await execute(deps, { aggregate: template, id, decide: removeTemplate, command, context })
  return null
}

async function firstList({ providers }: SyncDeps, { connections }: BusinessAccount) {
  const [first, ...others] = connections
  let list = await listOf(providers, first)
  for (const connection of others) {
    if (list.kind === 'ok') break
    list = await listOf(providers, connection)
  }
  return list
}

function listOf(providers: Providers, connection: ConnectionEntry) {
  const { templates } = providerOf(providers, connection.type)
  if (templates === undefined) throw new Error(`${connection.type} knows no templates`)
  return templates.list(connection)
}

async function knownTemplates({ account_id, waba_id }: BusinessAccount, run: Run) {
  const rows = await run<NonNullable<Template>>(sql`
    select id as template_id, waba_id, name, language, category, parameter_format, components,
      variables, provider_template_id, provider_status, rejected_reason
    from templates where account_id = ${account_id} and waba_id = ${waba_id}`)
  return new Map(rows.map((row) => [row.template_id, row]))
}

function isKnown(command: SyncTemplate, known: Template): boolean {
  const facts = syncTemplate(command, known)
  return 'length' in facts && facts.length === 0
}

function idOf(
  { account_id, waba_id }: BusinessAccount,
  { name, language }: Pick<ListedTemplate, 'name' | 'language'>,
) {
  return templateId({ account_id, waba_id, name, language })
}

function commandOf(
  { waba_id }: BusinessAccount,
  template_id: string,
  listed: ListedTemplate,
  at: string,
): SyncTemplate {
  const variables = templateVariables(listed.components, listed.parameter_format)
  return { ...listed, template_id, waba_id, variables, at }
}
