/**
 * Of a row with a company and a branch: these are inactive for longer than their devices are heard, and what stands there is refused, not silent. The few
 * such places are looked up once for all rows.
 */
export const isRefused = (row: string): string => `coalesce(
  ${row}.company_id = any(array(select c.id from companies c where not c.is_active and c.inactive_since + c.grace_days * interval '1 day' <= now()))
  or ${row}.branch_id = any(array(select b.id from branches b join companies c on c.id = b.company_id
    where not b.is_active and b.inactive_since + c.grace_days * interval '1 day' <= now())), false)`
