import type { ListedConnection } from '@recado/contract/connection'
import { useState } from 'preact/hooks'
import { ofCategories } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { text } from '../text/choose.ts'
import { AddNumber } from './connections/add-number.tsx'
import { typeInWords, typesInWords } from './connections/in-words.ts'
import { nameOf } from './connections/name-of.ts'

const OF_NUMBERS = ofCategories('connection')

/** The account's WhatsApp numbers. */
export function Connections() {
  const [isAdding, setAdding] = useState(false)
  const { numbers } = text()
  const add = (
    <button type="button" class="primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {numbers.add}
    </button>
  )
  return (
    <Page title={numbers.title} about={numbers.about} actions={may('write') ? add : null}>
      <Listing<ListedConnection>
        path="/connections"
        filter=""
        concerns={OF_NUMBERS}
        totalText={numbers.total}
      >
        {(connections) => <Numbers connections={connections} />}
      </Listing>
      {isAdding ? <AddNumber onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

function Numbers({ connections }: { connections: readonly ListedConnection[] }) {
  const { numbers } = text()
  const { columns } = numbers
  if (connections.length === 0)
    return (
      <Empty title={numbers.empty}>
        <p class="muted">{numbers.emptyMore}</p>
      </Empty>
    )
  const heads = [columns.number, columns.status, columns.type, columns.sends]
  return (
    <Table label={numbers.title} columns={heads}>
      {connections.map(({ id, name, phone_number, status, type, capabilities }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/dashboard/connections/${id}`}>{nameOf({ id, name, phone_number })}</a>
          </th>
          <td>
            <Status status={status} />
          </td>
          <td>{typeInWords(type)}</td>
          <td class="wraps" data-label={columns.sends}>
            {typesInWords(capabilities.message_types)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
