CREATE TABLE "commission_days" (
	"day" date NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"from_account" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "commission_days_day_month_currency_kind_from_account_pk" PRIMARY KEY("day","month","currency","kind","from_account")
);
--> statement-breakpoint
CREATE INDEX "commission_days_month" ON "commission_days" USING btree ("month");