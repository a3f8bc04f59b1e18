/**
 * SQL for the document of the raw event `t`. A payload too large for one record is stored in parts, which belong between
 * the two halves of the document.
 */
export const WHOLE_RAW_EVENT = `case when t.doc_end = '' then t.doc else t.doc || coalesce((
    select string_agg(p.body, '' order by p.part) from raw_event_parts p where p.raw_event_id = t.id),
    '{}') || t.doc_end end`
