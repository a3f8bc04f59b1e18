import type { Contact } from '@recado/contract/contact'
import type { Stage } from '@recado/contract/stage'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { about } from '../api/news.ts'
import { useQuery } from '../api/query.ts'
import { Choice, Field } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { phoneText } from '../text/phone.ts'
import { changedQuery, kept } from './filters.ts'

const OF_LIST = about('contact')
const FILTERS = ['stage_id', 'phone', 'connection_id']

/** The people of the account, newest first. */
export function Contacts() {
  const { query, route } = useLocation()
  const stages = useQuery<{ data: readonly Stage[] }>('/stages').body?.data ?? []
  const [phone, setPhone] = useState(query.phone ?? '')
  const { contacts, messages } = text()
  const choose = (name: string, value: string) =>
    route(`/dashboard/contacts${changedQuery(query, FILTERS, name, value)}`)
  return (
    <Page title={contacts.title} about={contacts.about}>
      <form
        class="row filters"
        onSubmit={(event) => {
          event.preventDefault()
          choose('phone', phone.trim())
        }}
      >
        <Choice
          label={contacts.stage}
          value={query.stage_id ?? ''}
          choices={[['', messages.all], ...stages.map(({ id, name }) => [id, name] as const)]}
          onChange={(id) => choose('stage_id', id)}
        />
        <Field label={contacts.phone} value={phone} onInput={setPhone} hint={contacts.phoneHint} />
      </form>
      <Listing<Contact>
        concerns={OF_LIST}
        path="/contacts"
        filter={kept(query, FILTERS)}
        said={contacts.total}
      >
        {(people) =>
          people.length === 0 ? (
            <Empty title={contacts.empty}>
              <p class="muted">{contacts.emptyMore}</p>
            </Empty>
          ) : (
            <People people={people} stages={stages} />
          )
        }
      </Listing>
    </Page>
  )
}

function People({ people, stages }: { people: readonly Contact[]; stages: readonly Stage[] }) {
  const { contacts } = text()
  const columns = [contacts.name, contacts.phone, contacts.username, contacts.stage, contacts.since]
  return (
    <Table label={contacts.title} columns={columns}>
      {people.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            <a href={`/dashboard/contacts/${person.id}`}>{personText(person, contacts.nameless)}</a>
          </th>
          <td>{person.phone === null ? '' : phoneText(person.phone)}</td>
          <td>{person.username ?? ''}</td>
          <td>{stages.find(({ id }) => id === person.stage_id)?.name ?? ''}</td>
          <td>
            <Time at={person.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
