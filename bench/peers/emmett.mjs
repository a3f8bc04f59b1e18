import { projections } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
} from '@event-driven-io/emmett-postgresql'

/**
 * Emmett's event store on Postgres, as its documentation opens it: an append is a transaction, in which an inline
 * projection writes one document for each stream.
 * @param {string} url of an empty database
 * @param {boolean} isProjecting
 */
export async function openEmmett(url, isProjecting) {
  const store = getPostgreSQLEventStore(url, isProjecting ? { projections: inline() } : {})
  await store.schema.migrate()
  return {
    /** Appends a fact to a new stream. */
    append: ({ type, data, metadata }, stream) =>
      store.appendToStream(stream, [{ type, data, metadata }]),
    close: () => store.close(),
  }
}

const inline = () =>
  projections.inline([
    pongoSingleStreamProjection({
      collectionName: 'messages',
      canHandle: ['MessageReceived'],
      evolve: (_, { data }) => ({ ...data }),
    }),
  ])
