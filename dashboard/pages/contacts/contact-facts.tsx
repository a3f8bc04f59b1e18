import type { StreamPage } from '@recado/contract/dashboard/fact'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { FactList } from '../live/fact-list.tsx'

/** The most facts that the API returns at once. */
const MAX_FACTS = 200

/** The facts of a contact, oldest first, loaded when opened. */
export function ContactFacts({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { contacts } = text()
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{contacts.happened}</summary>
      {isOpen ? <Facts stream={`contact-${id}`} /> : null}
    </details>
  )
}

function Facts({ stream }: { stream: string }) {
  const query = useQuery<StreamPage>(
    `/streams/${stream}?limit=${MAX_FACTS}`,
    (fact) => fact.stream === stream,
  )
  const { live } = text()
  return (
    <Loaded query={query} rows={3}>
      {({ data, next_revision }) => (
        <>
          <FactList items={data.map((fact) => ({ kind: 'fact', ...fact }))} />
          {next_revision === null ? null : (
            <a href={`/dashboard/streams/${stream}`}>{live.toStream}</a>
          )}
        </>
      )}
    </Loaded>
  )
}
