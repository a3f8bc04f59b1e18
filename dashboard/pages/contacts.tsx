import type { Contact } from '@recado/contract/contact'
import type { Stage } from '@recado/contract/stage'
import { useQuery } from '../api/query.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Choice } from '../parts/field.tsx'
import { Filters } from '../parts/filters.tsx'
import { Listing } from '../parts/listing.tsx'
import { NameField } from '../parts/name-field.tsx'
import { NumberChoice } from '../parts/number-choice.tsx'
import { Page } from '../parts/page.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Empty } from '../parts/states.tsx'
import { RowPlaceholders, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { phoneText } from '../text/phone.ts'
import { type Chosen, useFilters } from './filters.ts'

const OF_LIST = ofCategories('contact')
const FILTERS = ['name', 'stage_id', 'phone', 'connection_id']

/** The contacts of the account, newest first. */
export function Contacts() {
  const chosen = useFilters(FILTERS)
  const stages = useQuery<{ data: readonly Stage[] }>('/stages').body?.data ?? []
  const { contacts } = text()
  return (
    <Page title={contacts.title} about={contacts.about}>
      <ContactFilters chosen={chosen} stages={stages} />
      <Listing<Contact>
        concerns={OF_LIST}
        path="/contacts"
        filter={chosen.filter}
        totalText={contacts.total}
        placeholder={<People people={null} stages={stages} />}
      >
        {(people) => <People people={people} stages={stages} />}
      </Listing>
    </Page>
  )
}

type FiltersProps = { readonly chosen: Chosen; readonly stages: readonly Stage[] }

function ContactFilters({ chosen, stages }: FiltersProps) {
  const { query, change } = chosen
  const { contacts, messages } = text()
  return (
    <Filters count={chosen.count} onClear={chosen.clear}>
      <NameField chosen={chosen} />
      <Choice
        label={contacts.stage}
        value={query.stage_id ?? ''}
        choices={[['', messages.all], ...stages.map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => change('stage_id', id)}
      />
      <NumberChoice
        value={query.connection_id ?? ''}
        onChange={(id) => change('connection_id', id)}
      />
      <SearchField
        label={contacts.phone}
        hint={contacts.phoneHint}
        value={query.phone ?? ''}
        onSearch={(phone) => change('phone', phone)}
      />
    </Filters>
  )
}

type PeopleProps = {
  /** Null while loading. */
  readonly people: readonly Contact[] | null
  readonly stages: readonly Stage[]
}

function People({ people, stages }: PeopleProps) {
  const { contacts } = text()
  if (people?.length === 0)
    return (
      <Empty title={contacts.empty}>
        <p class="muted">{contacts.emptyMore}</p>
      </Empty>
    )
  const columns = [contacts.name, contacts.phone, contacts.username, contacts.stage, contacts.since]
  return (
    <Table label={contacts.title} columns={columns}>
      {people?.map((person) => (
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
      )) ?? <RowPlaceholders cells={['th', '', null, '', '']} />}
    </Table>
  )
}
