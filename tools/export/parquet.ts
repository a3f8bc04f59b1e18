import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ColumnKind, Columns } from './columns.ts'
import { withSyncedFile } from './manifest.ts'
import type { Row } from './row.ts'

/** Limits of a row group, which is held in memory while it is written. */
const MAX_GROUP = { rows: 32_768, characters: 16 * 1024 * 1024 }

const TYPES: Readonly<Record<ColumnKind, BasicType>> = {
  text: 'STRING',
  timestamp: 'TIMESTAMP',
  integer: 'INT64',
  boolean: 'BOOLEAN',
  json: 'JSON',
}

/** Writes lines of JSON as a Parquet file on disk, the same bytes for the same lines. */
export async function writeParquet(lines: string, target: string, columns: Columns): Promise<void> {
  await withSyncedFile(target, 'w', async (file) => {
    const schema = schemaFromColumnData({
      columnData: Object.entries(columns).map(([name, kind]) => ({
        name,
        type: TYPES[kind],
        data: [],
      })),
    })
    const parquet = new ParquetWriter({ writer: fileWriter(file), schema })
    for await (const rows of groupsOf(lines))
      await parquet.write({ columnData: columnData(columns, rows), rowGroupSize: rows.length })
    await parquet.finish()
  })
}

function fileWriter(file: FileHandle): ByteWriter {
  const flush = async () => {
    await file.writeFile(writer.getBytes())
    writer.index = 0
  }
  const writer = Object.assign(new ByteWriter(), { flush, finish: flush })
  return writer
}

function columnData(columns: Columns, rows: readonly Row[]) {
  return Object.entries(columns).map(([name, kind]) => ({
    name,
    data: rows.map((row) => (row[name] === undefined ? null : CELLS[kind](row[name]))),
  }))
}

const CELLS: Readonly<Record<ColumnKind, (value: unknown) => unknown>> = {
  text: (value) => value,
  timestamp: (value) => new Date(String(value)),
  integer: (value) => BigInt(Number(value)),
  boolean: (value) => value,
  json: (value) => value,
}

async function* groupsOf(path: string): AsyncGenerator<readonly Row[], void, void> {
  let rows: Row[] = []
  let characters = 0
  for await (const line of linesOf(path)) {
    rows.push(JSON.parse(line))
    characters += line.length
    if (rows.length < MAX_GROUP.rows && characters < MAX_GROUP.characters) continue
    yield rows
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield rows
}

/** Holds one chunk at most, unlike readline, which holds a thousand lines of any length. */
async function* linesOf(path: string): AsyncGenerator<string, void, void> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
