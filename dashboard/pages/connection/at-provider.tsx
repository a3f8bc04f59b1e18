import type { BusinessProfile } from '@recado/contract/business-profile'
import type { Connection } from '@recado/contract/connection'
import type { ConnectionHealth } from '@recado/contract/connection-health'
import { kindOf } from '@recado/contract/connection-kinds'
import type { Template } from '@recado/contract/template'
import { useQuery } from '../../api/query.ts'
import { ofCategories } from '../../api/reload-on-facts.ts'
import { Listing } from '../../parts/listing.tsx'
import { MetaWord } from '../../parts/meta-word.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Status } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { text } from '../../text/choose.ts'
import { Health } from './health.tsx'

const OF_TEMPLATES = ofCategories('template')

/** What the provider says of a number now: its health and its profile, as far as it has them. */
export function AtProvider({ id, type }: Pick<Connection, 'id' | 'type'>) {
  const { hasHealth, hasProfile } = kindOf(type)
  if (!hasHealth && !hasProfile) return null
  return (
    <div class="columns">
      {hasHealth ? <NumberHealth id={id} /> : null}
      {hasProfile ? <Profile id={id} /> : null}
    </div>
  )
}

function NumberHealth({ id }: { id: string }) {
  const health = useQuery<{ data: ConnectionHealth }>(`/connections/${id}/health`)
  return (
    <section class="card">
      <h2>{text().numbers.health}</h2>
      <Loaded query={health} rows={4}>
        {({ data }) => <Health health={data} />}
      </Loaded>
    </section>
  )
}

function Profile({ id }: { id: string }) {
  const profile = useQuery<{ data: BusinessProfile }>(`/connections/${id}/profile`)
  return (
    <section class="card">
      <h2>{text().numbers.profile}</h2>
      <Loaded query={profile} rows={4}>
        {({ data }) => <Facts rows={profileRows(data)} />}
      </Loaded>
    </section>
  )
}

/** The templates of the account. */
export function Templates() {
  const { numbers } = text()
  return (
    <>
      <h2>{numbers.templates}</h2>
      <Listing<Template>
        path="/templates"
        filter=""
        concerns={OF_TEMPLATES}
        totalText={numbers.templatesTotal}
      >
        {(templates) => <TemplateTable templates={templates} />}
      </Listing>
    </>
  )
}

type Row = readonly [name: string, value: string | null]

function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class="break">{value === null || value === '' ? '–' : value}</dd>
        </>
      ))}
    </dl>
  )
}

function profileRows(profile: BusinessProfile): readonly Row[] {
  const { facts } = text().numbers
  return [
    [facts.about, profile.about],
    [facts.description, profile.description],
    [facts.address, profile.address],
    [facts.email, profile.email],
    [facts.websites, profile.websites.join(', ')],
  ]
}

function TemplateTable({ templates }: { templates: readonly Template[] }) {
  const { numbers } = text()
  const { columns } = numbers
  if (templates.length === 0) return <p class="muted">{numbers.noTemplates}</p>
  const heads = [columns.template, columns.language, columns.category, columns.status]
  return (
    <Table label={numbers.templates} columns={heads}>
      {templates.map(({ id, meta_template_name, language, category, status, provider_status }) => (
        <tr key={id}>
          <th scope="row">{meta_template_name}</th>
          <td>{language}</td>
          <td>
            <MetaWord value={category} />
          </td>
          <td>
            <Status status={status} />{' '}
            {provider_status.toLowerCase() === status ? null : <MetaWord value={provider_status} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}
