CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_payment" UNIQUE("payment_id","number"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_minor" > 0),
	CONSTRAINT "ledger_entries_accounts" CHECK ("ledger_entries"."from_account" <> "ledger_entries"."to_account")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "money_release_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_commission" ON "ledger_entries" USING btree ("occurred_at","currency","kind","from_account","amount_minor") WHERE "ledger_entries"."kind" in ('commission', 'commission_difference', 'commission_returned');--> statement-breakpoint
CREATE INDEX "ledger_entries_commission_difference" ON "ledger_entries" USING btree ("occurred_at","id") WHERE "ledger_entries"."kind" = 'commission_difference';--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the ledger are never changed or deleted; append the difference' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "refuse_ledger_change" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
