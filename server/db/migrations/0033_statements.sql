CREATE TABLE "seller_statements" (
	"seller_id" integer NOT NULL,
	"month" text NOT NULL,
	"closed_until" timestamp with time zone NOT NULL,
	"sections" jsonb NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seller_statements_seller_id_month_pk" PRIMARY KEY("seller_id","month")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "seller_id" integer;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "counts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seller_statements" ADD CONSTRAINT "seller_statements_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;