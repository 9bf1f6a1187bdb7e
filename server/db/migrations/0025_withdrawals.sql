CREATE TABLE "withdrawal_requests" (
	"contact" text NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "withdrawal_requests_contact_day_pk" PRIMARY KEY("contact","day"),
	CONSTRAINT "withdrawal_requests_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"seller_id" integer NOT NULL,
	"code" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"item_ids" integer[] NOT NULL,
	"due_at" timestamp with time zone,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"reason" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"ended_as" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "withdrawals_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("next_at") WHERE "withdrawals"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_seller_id_id_index" ON "withdrawals" USING btree ("seller_id","id");