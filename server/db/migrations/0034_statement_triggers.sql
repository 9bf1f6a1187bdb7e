-- Statements count the entries of the ledger by seller and month (decision 0093). A process of an older release leaves
-- both columns out, so a trigger writes them.
CREATE FUNCTION "place_ledger_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT o.seller_id INTO NEW.seller_id
    FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = NEW.payment_id;
  NEW.counts_at := NEW.occurred_at;
  IF NEW.number > 1 AND NEW.kind IN ('payment', 'commission', 'commission_difference', 'provider_fee') THEN
    NEW.counts_at := coalesce(
      (SELECT occurred_at FROM ledger_entries WHERE payment_id = NEW.payment_id AND number = 1), NEW.occurred_at);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "place_ledger_entry" BEFORE INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "place_ledger_entry"();
--> statement-breakpoint
-- The two new columns of older entries are filled once. Everything else stays as it was appended.
CREATE OR REPLACE TRIGGER "refuse_ledger_change" BEFORE UPDATE OF "id", "payment_id", "number", "kind", "from_account", "to_account", "amount_minor", "currency", "occurred_at", "created_at" OR DELETE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE TRIGGER "refuse_ledger_placement" BEFORE UPDATE OF "seller_id", "counts_at" ON "ledger_entries" FOR EACH ROW WHEN (OLD."counts_at" IS NOT NULL) EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_statement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a final statement is never changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "refuse_statement_change" BEFORE UPDATE OR DELETE ON "seller_statements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_statement_change"();
