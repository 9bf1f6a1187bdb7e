-- outside a transaction
-- The server books the payments that this index lists: at first all those from before the ledger.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_unbooked" ON "payments" USING btree ("id") WHERE "payments"."booked_at" is distinct from "payments"."updated_at";
