CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"user_id" uuid,
	"network" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"answered_by_name" text,
	"note" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || email || ' ' || phone || ' ' || subject || ' ' || message)) STORED NOT NULL,
	CONSTRAINT "enquiries_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_answered_by_profiles_user_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_open" ON "enquiries" USING btree ("created_at","id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "enquiries_of_email" ON "enquiries" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "enquiries_of_network" ON "enquiries" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "enquiries_search" ON "enquiries" USING gin ("search_text" gin_trgm_ops);